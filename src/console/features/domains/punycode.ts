/** The digits of Punycode (RFC 3492, 5): letters, then figures. */
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** RFC 3492, 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;

/**
 * What a label in Punycode says (RFC 3492, 6.2).
 * @param text without the prefix `xn--`
 * @returns undefined for what is none
 */
export function decodePunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(0, end))].map((letter) => letter.codePointAt(0) ?? 0);
  let n = INITIAL_N;
  let bias = INITIAL_BIAS;
  let i = 0;
  for (let at = end + 1; at < text.length; ) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(text.charAt(at++) || '?');
      if (digit === -1) return undefined;
      i += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adaptBias(i - before, length, before === 0);
    n += Math.floor(i / length);
    if (n > 0x10ffff) return undefined;
    i %= length;
    output.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...output);
}

/** RFC 3492, 6.1. */
function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
