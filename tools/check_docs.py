#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that what the documents name exists: linked files and headings, ./dev commands, presets,
examples; and that what they quote is so: a block under a line that is a path in backquotes is
part of that file, and lines after `$ ./dev example NAME` are among those that the example states.

usage: check_docs.py [REPOSITORY]     prints each dead reference
       check_docs.py --self-test      plants some and sees them reported
"""
import json
import pathlib
import re
import sys
import tempfile

from check_example import expected_lines

LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMAND = re.compile(r"\./dev ([a-z]+)")
PRESET = re.compile(r"--preset ([A-Za-z0-9]+)")
EXAMPLE = re.compile(r"\./dev example ([a-z]\w*)")
QUOTE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"^```\w*\n\$ \./dev example (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def heading_anchors(text):
    """The names GitHub gives to headings: lower case, spaces to dashes, punctuation dropped."""
    return {re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-")
            for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def check_quotes(root, text):
    """What a document says of examples and quotes from files that exist."""
    sources = {path.stem: path.read_text() for path in root.glob("examples/*/*.cpp")}
    wrong = [f"no such example: {name}" for name in EXAMPLE.findall(text) if name not in sources]
    for path, quoted in QUOTE.findall(text):
        if (root / path).exists() and quoted not in (root / path).read_text():
            wrong.append(f"{path} does not hold what is quoted: {quoted.splitlines()[0]} ...")
    for name, quoted in OUTPUT.findall(text):
        stated = "".join(f"{line}\n" for line in expected_lines(sources.get(name, "")))
        if quoted not in stated:
            wrong.append(f"{name} does not print what is quoted: {quoted.splitlines()[0]} ...")
    return wrong


def check(root):
    root = pathlib.Path(root)
    commands = set(re.findall(r"^command_([a-z]+)\(\)", (root / "dev").read_text(), re.MULTILINE))
    presets = {preset["name"]
               for preset in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]
               if not preset.get("hidden")}
    wrong = []
    for file in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        text = file.read_text()
        name = file.relative_to(root)
        for link in LINK.findall(text):
            path, _, anchor = link.partition("#")
            target = (file.parent / path) if path else file
            if "://" in link:
                continue
            if not target.exists():
                wrong.append(f"{name}: link to {path}, which does not exist")
            elif anchor and anchor not in heading_anchors(target.read_text()):
                wrong.append(f"{name}: {path or name} has no heading #{anchor}")
        wrong += [f"{name}: no such command: ./dev {command}"
                  for command in COMMAND.findall(text) if command not in commands]
        wrong += [f"{name}: no such preset: {preset}"
                  for preset in PRESET.findall(text) if preset not in presets]
        wrong += [f"{name}: {line}" for line in check_quotes(root, text)]
    return wrong


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "dev").write_text("command_test() {\ncommand_example() {\n")
        (root / "CMakePresets.json").write_text('{"configurePresets": [{"name": "asan"}]}')
        page = root / "page.md"
        example = root / "examples/group/first.cpp"
        example.parent.mkdir(parents=True)
        example.write_text("// Expected last lines:\n//   a 1\n//   b 2\n//   c 3\n\nint x;\nint y;\n")
        quote = "`examples/group/first.cpp`\n\n```cpp\nint y;\n```\n"
        output = "```text\n$ ./dev example first\nb 2\nc 3\n```\n"
        page.write_text("# The one\n[a](dev) [b](#the-one) ./dev test, --preset asan\n"
                        f"{quote}{output}`examples/group/new.cpp`\n\n```cpp\nint z;\n```\n")
        results = [check(root) == []]
        for planted, said in [("[a](gone.md)", "gone.md"), ("[a](#two)", "#two"),
                              ("./dev nothing", "nothing"), ("--preset none", "none"),
                              ("./dev example second", "second"),
                              (quote.replace("y", "z"), "int z;"),
                              (output.replace("b 2\n", "a 1\n"), "a 1"),
                              (output.replace("first", "other"), "b 2")]:
            page.write_text(planted)
            results.append(any(said in line for line in check(root)))
    print(f"self-test: {sum(results)} passed, {len(results) - sum(results)} failed")
    return all(results)


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(0 if self_test() else 1)
    wrong = check(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    print("\n".join(wrong) if wrong else "every reference leads somewhere")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
