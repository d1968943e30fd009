#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the microbenchmarks, or the speed targets.

usage: bench.py              runs build/bench/bench/bench_*, keeps their JSON in build/bench/results
                             and rewrites their tables in docs/performance.md
       bench.py targets      runs bench_targets and bench/targets/*.py; each prints lines
                             name <tab> measured <tab> bound <tab> ok|short; exit 1 if one is short
       bench.py --self-test  makes a table from a made-up result

A program's table stands in docs/performance.md between `<!-- NAME -->` and `<!-- end -->`; a
program without one gets it at the end of the file.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "build/bench/bench"
RESULTS = ROOT / "build/bench/results"
PAGE = ROOT / "docs/performance.md"
# Google Benchmark's own fields of a run; all others are counters that a benchmark sets.
FIELDS = {"name", "family_index", "per_family_instance_index", "run_name", "run_type",
          "repetitions", "repetition_index", "threads", "iterations", "real_time", "cpu_time",
          "time_unit", "aggregate_name", "aggregate_unit", "label"}
PER_SECOND = {"bytes_per_second": "GB/s", "items_per_second": "G/s"}


def number(value):
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def duration(value, unit):
    nanoseconds = value * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[unit]
    for name, size in (("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{number(nanoseconds / size)} {name}"
    return f"{number(nanoseconds)} ns"


def table(result):
    """One row per benchmark (its median where it was repeated), one column per counter, in the order
    of registration."""
    runs = result["benchmarks"]
    medians = [run for run in runs if run.get("aggregate_name") == "median"]
    runs = medians or [run for run in runs if run["run_type"] == "iteration"]
    runs = sorted(runs, key=lambda run: run.get("family_index", 0))
    counters = [key for key in dict.fromkeys(key for run in runs for key in run)
                if key not in FIELDS]
    heads = ["benchmark", "time"] + [PER_SECOND.get(key, key) for key in counters]
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    for run in runs:
        cells = [run["run_name"], duration(run["real_time"], run["time_unit"])]
        for key in counters:
            scale = 1e-9 if key in PER_SECOND else 1
            cells.append(number(run[key] * scale) if key in run else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine(result):
    """A sentence on where and against which limits the table was measured."""
    context = result["context"]
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    own = [f"{key}: {float(context[key]):.0f}" for key in context if "threads" in key]
    return (f"{model.group(1) if model else 'unknown processor'}, {context['num_cpus']} processors, "
            f"{context['date'][:10]}. " + "; ".join(own) + ".")


def with_table(page, name, text):
    block = f"<!-- {name} -->\n{text}\n<!-- end -->"
    pattern = re.compile(rf"<!-- {name} -->\n.*?<!-- end -->", re.DOTALL)
    if pattern.search(page):
        return pattern.sub(lambda _: block, page)
    return f"{page.rstrip()}\n\n## {name}\n\n{block}\n"


def run_benchmarks():
    RESULTS.mkdir(parents=True, exist_ok=True)
    programs = sorted(path for path in PROGRAMS.glob("bench_*") if path.name != "bench_targets")
    if not programs:
        sys.exit(f"no benchmark in {PROGRAMS}")
    page = PAGE.read_text()
    for program in programs:
        print(f"\n== {program.name}", flush=True)
        out = RESULTS / f"{program.name}.json"
        subprocess.run([program, f"--benchmark_out={out}", "--benchmark_out_format=json"],
                       check=True)
        result = json.loads(out.read_text())
        page = with_table(page, program.name, f"{machine(result)}\n\n{table(result)}")
    PAGE.write_text(page)
    print(f"\ntables written to {PAGE.relative_to(ROOT)}")


def run_targets():
    peers = ROOT / "build/peers/bin/python"
    commands = [[str(program)] for program in PROGRAMS.glob("bench_targets")]
    for script in sorted(ROOT.glob("bench/targets/*.py")):
        if peers.exists():
            commands.append([str(peers), str(script)])
        else:
            print(f"no peers in build/peers: skipping {script.relative_to(ROOT)}", file=sys.stderr)
    if not commands:
        sys.exit("no target was measured")
    short = 0
    for command in commands:
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT,
                             env=os.environ | {"THALWEG_BUILD": str(ROOT / "build/bench")})
        print(run.stdout, end="", flush=True)
        short += sum(line.endswith("\tshort") for line in run.stdout.splitlines())
        if run.returncode not in (0, 1):
            sys.exit(f"{command[-1]}: exit status {run.returncode}")
    sys.exit(1 if short else 0)


def self_test():
    run = {"run_name": "add/1024", "name": "add/1024", "run_type": "iteration", "iterations": 10,
           "real_time": 123.4, "cpu_time": 1, "time_unit": "ns", "threads": 1,
           "bytes_per_second": 2.5e10, "share": 0.875}
    text = table({"benchmarks": [run]})
    expected = ("| benchmark | time | GB/s | share |\n|---|---:|---:|---:|\n"
                "| add/1024 | 123 ns | 25 | 0.875 |")
    page = with_table(with_table("# Title\n", "bench_x", "old"), "bench_x", text)
    right = [text == expected, page.count("bench_x") == 2, "old" not in page, expected in page]
    print(f"self-test: {sum(right)} passed, {len(right) - sum(right)} failed")
    sys.exit(0 if all(right) else 1)


def main():
    actions = {(): run_benchmarks, ("targets",): run_targets, ("--self-test",): self_test}
    action = actions.get(tuple(sys.argv[1:]))
    if action is None:
        sys.exit(__doc__)
    action()


if __name__ == "__main__":
    main()
