import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from '#services/platform/operator-error.ts';

export interface Terminal {
  /** Writes a result to stdout. */
  print(text: string): void;
  /** Writes a message to stderr. */
  printMessage(text: string): void;
  /** Replaces the last line of progress on stderr, if that is a terminal. An empty text removes it. */
  showProgress(text: string): void;
  /**
   * Reads a secret: typed without echo, or the next line of stdin if that isn't a terminal.
   * @param options.twice asks for a typed secret again, to confirm it.
   * @throws {OperatorError} if stdin has no more lines, or the two typed secrets differ.
   */
  askSecret(question: string, options?: { twice?: boolean }): Promise<string>;
  /** @throws {OperatorError} unless the operator agrees; always if stdin isn't a terminal. */
  confirm(question: string): Promise<void>;
  /** Reads all of stdin. */
  readInput(): Promise<string>;
}

interface Streams {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
  errors: NodeJS.WritableStream & { isTTY?: boolean };
}

/** The terminal's sequence that erases up to the end of the line. */
const ERASE_LINE = '\u001b[K';
const CANCELED = 'Canceled; nothing was changed';

/**
 * A terminal on the streams of a process. Prompts go to `errors`, so that `output` has only results.
 */
export function createTerminal({ input, output, errors }: Streams): Terminal {
  let lines: AsyncIterator<string> | undefined;

  async function readLine(question: string): Promise<string> {
    lines ??= createInterface({ input })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    if (done) throw new OperatorError(`${question}: provide it as a line on stdin`);
    return value;
  }

  async function readTyped(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
    const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({
      input,
      output: isHidden ? discarded : errors,
      terminal: true,
    });
    errors.write(isHidden ? question : '');
    try {
      return await reader.question(isHidden ? '' : question);
    } catch {
      if (!isHidden) errors.write('\n');
      throw new OperatorError(CANCELED);
    } finally {
      reader.close();
      if (isHidden) errors.write('\n');
    }
  }

  return {
    print: (line) => void output.write(`${line}\n`),
    printMessage: (line) => void errors.write(`${line}\n`),
    showProgress(line) {
      if (errors.isTTY) errors.write(`\r${ERASE_LINE}${line}`);
    },
    async askSecret(question, { twice = false } = {}) {
      if (!input.isTTY) return readLine(question);
      const secret = await readTyped(`${question}: `, { isHidden: true });
      if (twice && secret !== (await readTyped(`${question} again: `, { isHidden: true }))) {
        throw new OperatorError('The entries do not match; nothing was changed');
      }
      return secret;
    },
    async confirm(question) {
      if (!input.isTTY) throw new OperatorError(`${question} Add --yes to confirm`);
      const reply = await readTyped(`${question} [y/N] `, { isHidden: false });
      if (!/^y(es)?$/i.test(reply.trim())) throw new OperatorError(CANCELED);
    },
    readInput: () => text(input),
  };
}
