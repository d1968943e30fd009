# SPDX-License-Identifier: Apache-2.0
"""Near-minimax polynomials and quotients: where the coefficients of thalweg/base/math_*.h come from.

Lawson's method in mpmath: least squares on Chebyshev points whose weights follow the error until its
largest value is nearly least. Coefficients are rounded one after another, lowest power first, and
the rest is fitted again, so the later ones make up for the rounding of the earlier.
"""
from mpmath import cos, inf, lu_solve, log, matrix, mp, mpf, nstr, pi

mp.dps = 50


def rounder(bits):
    def to(x):
        if x == 0:
            return mpf(0)
        m, e = mp.frexp(x)
        return mp.nint(m * 2**bits) * mpf(2) ** (e - bits)

    return to


f32, f64 = rounder(24), rounder(53)


def nodes(a, b, n, warp=None):
    """Chebyshev points of a..b; warp = c spaces them in x / (x + c), for functions that decay."""
    if warp:
        return [warp * u / (1 - u) for u in nodes(a / (a + warp), b / (b + warp), n)]
    return [(a + b) / 2 - (b - a) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def lawson(rows, rhs, rounds):
    """c with least max |rows c - rhs|; returns c and that maximum."""
    n = len(rows[0])
    w = [mpf(1)] * len(rows)
    best = (None, inf)
    for _ in range(rounds):
        m, v = matrix(n, n), matrix(n, 1)
        for r, y, k in zip(rows, rhs, w):
            for i in range(n):
                kr = k * r[i]
                v[i] += kr * y
                for j in range(i, n):
                    m[i, j] += kr * r[j]
        for i in range(n):
            for j in range(i):
                m[i, j] = m[j, i]
        c = lu_solve(m, v)
        e = [abs(sum(c[j] * r[j] for j in range(n)) - y) for r, y in zip(rows, rhs)]
        if max(e) < best[1]:
            best = ([c[j] for j in range(n)], max(e))
        w = [k * x for k, x in zip(w, e)]
        total = sum(w)
        if total == 0:
            break
        w = [k / total for k in w]
    return best


def fit(f, powers, weight, a, b, rnd=f64, refit=99, rounds=10, warp=None, points=6):
    """f(x) ~ sum c_p x^p, error times weight(x) least. The first `refit` coefficients are rounded
    with a new fit of the rest, the others at once. Returns coefficients and the largest error."""
    xs = nodes(mpf(a), mpf(b), points * len(powers) + 10, warp)
    fx, wx = [f(x) for x in xs], [weight(x) for x in xs]
    fixed = []
    for i in range(len(powers)):
        if i <= refit:
            rows = [[w * x**p for p in powers[i:]] for x, w in zip(xs, wx)]
            rhs = [w * (y - sum(c * x**p for c, p in zip(fixed, powers)))
                   for x, y, w in zip(xs, fx, wx)]
            rest, _ = lawson(rows, rhs, rounds)
        fixed.append(rnd(rest[0]))
        rest = rest[1:]
    err = max(abs((f(x) - sum(c * x**p for c, p in zip(fixed, powers))) * weight(x))
              for x in nodes(mpf(a), mpf(b), 300, warp))
    return fixed, err


def fit_quotient(f, np, nq, weight, a, b, warp=None, rounds=60):
    """P/Q with degrees np, nq, Q(0) = 1: Lawson's weights and the last Q as divisor."""
    xs = nodes(mpf(a), mpf(b), 6 * (np + nq) + 20, warp)
    fx, wx = [f(x) for x in xs], [weight(x) for x in xs]
    q, k = [mpf(1)] * len(xs), [mpf(1)] * len(xs)
    best = (None, None, inf)
    for turn in range(rounds):
        rows = [[s * w / d * x**p for p in range(np + 1)]
                + [-s * w / d * y * x**p for p in range(1, nq + 1)]
                for x, y, w, d, s in zip(xs, fx, wx, q, [mp.sqrt(t) for t in k])]
        rhs = [s * w / d * y for y, w, d, s in zip(fx, wx, q, [mp.sqrt(t) for t in k])]
        c, _ = lawson(rows, rhs, 1)
        p_, q_ = c[: np + 1], [mpf(1)] + c[np + 1:]
        q = [sum(t * x**i for i, t in enumerate(q_)) for x in xs]
        e = [abs(sum(t * x**i for i, t in enumerate(p_)) / d - y) * w
             for x, y, w, d in zip(xs, fx, wx, q)]
        if max(e) < best[2]:
            best = (p_, q_, max(e))
        if turn >= 4:
            k = [t * x for t, x in zip(k, e)]
            total = sum(k)
            k = [t / total for t in k]
    return best


def show(name, cs, err, suffix=""):
    print(f"// {name}: error 2^{nstr(log(err, 2), 5)}")
    for c in cs:
        print(f"  {float(c).hex()}{suffix},  // {nstr(c, 17)}")
