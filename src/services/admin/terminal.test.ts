import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createTerminal, type Terminal } from './terminal.ts';

function openTerminal({ isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const [output, errors] = [new PassThrough(), new PassThrough()];
  let text = '';
  for (const stream of [output, errors]) stream.on('data', (chunk) => (text += chunk));
  const seen = () => text;
  return { input, seen, terminal: createTerminal({ input, output, errors }) };
}

/** Types lines, each once its prompt is there. */
async function typeLines<Result>(
  { input, seen }: { input: PassThrough; seen: () => string },
  lines: string[],
  ask: () => Promise<Result>,
): Promise<Result> {
  const result = ask();
  for (const [index, line] of lines.entries()) {
    await vi.waitFor(() => expect(seen().match(/: |\? \[/g)).toHaveLength(index + 1));
    input.write(`${line}\r`);
  }
  return result;
}

describe('terminal', () => {
  test('prompts twice for a typed secret without echoing it', async () => {
    const session = openTerminal({ isTTY: true });
    const ask = () => session.terminal.askSecret('Password', { twice: true });
    expect(await typeLines(session, ['hunter2', 'hunter2'], ask)).toBe('hunter2');
    const seen = session.seen();
    expect(seen).toContain('Password: ');
    expect(seen).toContain('Password again: ');
    expect(seen).not.toContain('hunter2');
  });

  test('rejects two different entries', async () => {
    const session = openTerminal({ isTTY: true });
    const ask = () => session.terminal.askSecret('Password', { twice: true });
    await expect(typeLines(session, ['hunter2', 'hunter3'], ask)).rejects.toThrow(
      /^The entries do not match/,
    );
  });

  test('Ctrl+C cancels', async () => {
    const session = openTerminal({ isTTY: true });
    const secret = session.terminal.askSecret('Password');
    session.input.write('\u0003');
    await expect(secret).rejects.toThrow('Canceled; nothing was changed');
  });

  test.each([
    ['y', true],
    ['YES', true],
    ['', false],
    ['n', false],
    ['yesterday', false],
  ])('a confirmation with %j is %s', async (reply, isConfirmed) => {
    const session = openTerminal({ isTTY: true });
    const outcome = typeLines(session, [reply], () => session.terminal.confirm('Delete it?'));
    if (isConfirmed) await expect(outcome).resolves.toBeUndefined();
    else await expect(outcome).rejects.toThrow('Canceled; nothing was changed');
    expect(session.seen()).toContain('Delete it? [y/N] ');
  });

  test('reads one line for each secret of a script, and never prompts', async () => {
    const { input, terminal, seen } = openTerminal({ isTTY: false });
    input.end('first\r\nsecond\n');
    const ask: Terminal['askSecret'] = (question) => terminal.askSecret(question, { twice: true });
    expect([await ask('A'), await ask('B')]).toEqual(['first', 'second']);
    await expect(ask('C')).rejects.toThrow('C: provide it as a line on stdin');
    await expect(terminal.confirm('Delete it?')).rejects.toThrow('Delete it? Add --yes');
    expect(seen()).toBe('');
  });
});
