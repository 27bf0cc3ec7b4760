import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that have a standard term, and that term. A pattern matches file names and their text. */
const WORDS: { pattern: RegExp; use: string; in?: string }[] = [
  { pattern: /vacan(t|cy|cies)/i, use: 'empty state' },
  { pattern: /unshown/i, use: 'not found, loading' },
  { pattern: /[a-z]Words\b|\w-words\b/, use: 'label, format', in: 'src/console' },
  { pattern: /\bacts?For\b|[a-z]Acts?\b|[a-z]-acts?\b/, use: 'action' },
  { pattern: /\bwalk(s|ed|ing)?\b|[a-z]Walk/, use: 'previous/next, siblings, traverse' },
  { pattern: /(?<!ECONN)refus(al|e)/i, use: 'error response, reject' },
  { pattern: /\bProblem(?=\b|[A-Z])/, use: 'UserFacingError' },
  { pattern: /\breadings?\b(?=[.:,)?]| =)/, use: 'query', in: 'src/console' },
  { pattern: /answer/i, use: 'response' },
  { pattern: /\brepl(y|ies)\b|[a-z]Repl(y|ies)/i, use: 'response', in: 'src/console' },
  { pattern: /begun/i, use: 'prefetched, in-flight, started' },
  { pattern: /\b(take|taken)[A-Z]|\bTaken[A-Z]/, use: 'consume, read once' },
  { pattern: /\bkeep(?!Previous|Alive|Dirty|Buttons)[A-Z]/, use: 'store, save' },
  { pattern: /\bheld\b|\b[hH]eld[A-Z]|[a-z]Held/, use: 'frozen, paused, stored' },
  {
    pattern: /\b[pP]ersons?\b|[a-z]Persons?\b|\bperson[A-Z]/,
    use: 'user',
    in: 'src/console/session',
  },
  { pattern: /\badmi(t|ts|tted|ssion)\b|[a-z]Admission|\badmi(t|ssion)[A-Z]/i, use: 'authorize' },
  { pattern: /\bsealed|[a-z]Sealed/i, use: 'encrypted' },
  { pattern: /elevat/i, use: 'step-up' },
  { pattern: /(?<!de|pre)fault/i, use: 'error' },
  { pattern: /[pP]age-?[aA]rrival/, use: 'focus and scroll on navigation' },
  { pattern: /(?<!Animation|i)Frame\b|(?<!x)-frame\b/, use: 'layout' },
  { pattern: /[a-z]Gate\b|[a-z]-gate\b/, use: 'guard' },
  { pattern: /\bnouns?\b/i, use: 'command' },
  { pattern: /foundations/i, use: 'shared dependencies' },
  { pattern: /hostile/i, use: 'fuzz' },
  { pattern: /\bspeaks?\b|\bspeak[A-Z]/, use: 'register, apply, use' },
  { pattern: /\bsettled?\b/i, use: 'verified, valid', in: 'src/services/advocacy' },
  { pattern: /\bsettled?\b/i, use: 'verified, valid', in: 'src/console/features/domains' },
  {
    pattern: /(?<!In)(?<=[a-z])Place\b|\bplace[A-Z]|\bplace in (the|a) (list|stream)\b/,
    use: 'position, lastEventId',
  },
  { pattern: /\bmistaken\b/i, use: 'invalid' },
  { pattern: /[vV]erdict[A-Z]|verdict-|[a-z]Verdict/, use: 'outcome, status' },
  { pattern: /\b(anew|thereby|whoever|whom|whomever)\b/i, use: 'again; so; the caller; who' },
  { pattern: /\bmeanwhile\b/i, use: 'in the meantime, or name what changed' },
  { pattern: /\bat once\b/i, use: 'immediately' },
  { pattern: /\b(told|tells?|telling)\b/i, use: 'say, show, notify, return' },
  { pattern: /\b(goes|go|going|went) on\b/i, use: 'continue' },
  { pattern: /\bstands? (in|at|for|there|as)\b/i, use: 'is' },
  { pattern: /\bwayOn\b|\bnoWay\b|\bway on\b/, use: 'action, disabledReason' },
  { pattern: /\bsomebody else\b/i, use: 'someone else' },
  { pattern: /\benrolments?\b|\benrols?\b(?!_)/i, use: 'enrollment', in: 'src/console' },
];

/** The contract's own field names, and libraries' names. */
const ALLOWED =
  /enrolment_date|ECONNREFUSED|ERR_CONNECTION_REFUSED|sealed_secret|StringAnswer|takeRecords|\banswers:|\bheld\??:|\.held\b|`held\b/g;

const files = globSync(
  ['{src,public,e2e}/**/*.{ts,tsx,css,mjs,js}', 'docs/**/*.{md,yaml}', '*.{md,ts,yaml,html}'],
  {
    cwd: root,
    exclude: ['**/{node_modules,dist}/**'],
  },
)
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) =>
      !path.startsWith('docs/specification/') &&
      !path.includes('/migrations/') &&
      path !== 'src/vocabulary.test.ts',
  )
  .sort();

test('names and texts use the standard terms', () => {
  const found = files.flatMap((path) => {
    const lines = [path, ...readFileSync(join(root, path), 'utf8').split('\n')];
    return lines.flatMap((line, number) =>
      WORDS.filter(
        ({ pattern, in: folder = '' }) =>
          path.startsWith(folder) && pattern.test(line.replaceAll(ALLOWED, '')),
      ).map(({ use }) => `${path}:${number}: use “${use}” in: ${line.trim()}`),
    );
  });
  expect(found).toEqual([]);
});
