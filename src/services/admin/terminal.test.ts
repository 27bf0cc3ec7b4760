import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal, type Terminal } from './terminal.ts';

function sit({ isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const seen = () => [output, errors].map((stream) => String(stream.read() ?? '')).join('');
  return { input, seen, terminal: createTerminal({ input, output, errors }) };
}

/** Types lines at a keyboard, each once something asks. */
async function typing<Result>(
  { input }: { input: PassThrough },
  lines: string[],
  ask: () => Promise<Result>,
): Promise<Result> {
  const answered = ask();
  for (const line of lines) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    input.write(`${line}\r`);
  }
  return answered;
}

test('a typed secret is asked for twice and not shown', async () => {
  const seat = sit({ isTTY: true });
  const ask = () => seat.terminal.askSecret('Password', { twice: true });
  expect(await typing(seat, ['hunter2', 'hunter2'], ask)).toBe('hunter2');
  const seen = seat.seen();
  expect(seen).toContain('Password: ');
  expect(seen).toContain('Password again: ');
  expect(seen).not.toContain('hunter2');
});

test('two that differ are none', async () => {
  const seat = sit({ isTTY: true });
  const ask = () => seat.terminal.askSecret('Password', { twice: true });
  await expect(typing(seat, ['hunter2', 'hunter3'], ask)).rejects.toThrow(/^The two differ/);
});

test('Ctrl+C stops', async () => {
  const seat = sit({ isTTY: true });
  const asked = seat.terminal.askSecret('Password');
  seat.input.write('\u0003');
  await expect(asked).rejects.toThrow('Stopped; nothing was done');
});

test.each([
  ['y', true],
  ['YES', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('asked to confirm, %j is %s', async (answer, isAgreed) => {
  const seat = sit({ isTTY: true });
  const outcome = typing(seat, [answer], () => seat.terminal.confirm('Delete it?'));
  if (isAgreed) await expect(outcome).resolves.toBeUndefined();
  else await expect(outcome).rejects.toThrow('Stopped; nothing was done');
  expect(seat.seen()).toContain('Delete it? [y/N] ');
});

test('a script gives one line a secret, and is never asked', async () => {
  const { input, terminal, seen } = sit({ isTTY: false });
  input.end('first\r\nsecond\n');
  const answers: Terminal['askSecret'] = (question) =>
    terminal.askSecret(question, { twice: true });
  expect([await answers('A'), await answers('B')]).toEqual(['first', 'second']);
  await expect(answers('C')).rejects.toThrow('C: Give it as a line of stdin');
  await expect(terminal.confirm('Delete it?')).rejects.toThrow('Delete it? Say --yes');
  expect(seen()).toBe('');
});
