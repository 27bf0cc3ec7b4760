import * as fc from 'fast-check';

const DEEP = 50_000;

/** Text that often breaks code. */
export const fuzzText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\ufeff',
    '\u202e',
    '\r\nx: y',
    '🦄',
    'İ',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '0',
    '1e309',
    '9007199254740993',
    '99999999999999999999',
    "' or 1=1 --",
    '%',
    '%00',
    '%s',
    '../../..',
    '<script>',
    '{}',
    ',',
    '-',
  ),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(300, 5_000, 70_000).map((length) => 'x'.repeat(length)),
);

/** JSON text that no schema expects, some of which JSON.stringify never produces. */
export const fuzzJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e999',
    '-1e999',
    '1e-999',
    '9007199254740993',
    '123456789012345678901234567890',
    '""',
    '[]',
    '[null]',
    '{}',
    '{"__proto__":{"type":"x"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"toString":1,"length":-1}',
    '{"a":1,"a":2}',
  ),
  fuzzText.map((text) => JSON.stringify(text)),
  fc.constantFrom('[]', '{"a":}').map((brackets) => nested(brackets, DEEP)),
  fc.json(),
);

/** Brackets nested `depth` levels deep. */
function nested(brackets: '[]' | '{"a":}', depth: number): string {
  const opening = brackets.slice(0, -1);
  return `${opening.repeat(depth)}0${brackets.slice(-1).repeat(depth)}`;
}
