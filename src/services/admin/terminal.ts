import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from '#services/platform/operator-error.ts';

/** Where an operator sits, or a script in their place. */
export interface Terminal {
  /** What was asked for: to stdout. */
  print(text: string): void;
  /** What is told beside it: to stderr. */
  say(text: string): void;
  /**
   * A line that nobody may see: typed without an echo, or the next line of stdin.
   * @throws {OperatorError} when there is none, or the two typed ones differ.
   */
  askSecret(question: string, options?: { twice?: boolean }): Promise<string>;
  /** @throws {OperatorError} unless the operator agrees; where nobody can be asked, always. */
  confirm(question: string): Promise<void>;
  /** All of stdin. */
  readInput(): Promise<string>;
}

interface Streams {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
  errors: NodeJS.WritableStream;
}

const STOPPED = 'Stopped; nothing was done';

/**
 * The terminal of a process, or what stands in its place: questions go to `errors`, so that
 * `output` holds nothing but answers.
 */
export function createTerminal({ input, output, errors }: Streams): Terminal {
  let lines: AsyncIterator<string> | undefined;

  async function nextLine(question: string): Promise<string> {
    lines ??= createInterface({ input })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    if (done) throw new OperatorError(`${question}: Give it as a line of stdin`);
    return value;
  }

  async function typed(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({
      input,
      output: isHidden ? nowhere : errors,
      terminal: true,
    });
    errors.write(isHidden ? question : '');
    try {
      return await reader.question(isHidden ? '' : question);
    } catch {
      if (!isHidden) errors.write('\n');
      throw new OperatorError(STOPPED);
    } finally {
      reader.close();
      if (isHidden) errors.write('\n');
    }
  }

  return {
    print: (line) => void output.write(`${line}\n`),
    say: (line) => void errors.write(`${line}\n`),
    async askSecret(question, { twice = false } = {}) {
      if (!input.isTTY) return nextLine(question);
      const secret = await typed(`${question}: `, { isHidden: true });
      if (twice && secret !== (await typed(`${question} again: `, { isHidden: true }))) {
        throw new OperatorError('The two differ; nothing was done');
      }
      return secret;
    },
    async confirm(question) {
      if (!input.isTTY) throw new OperatorError(`${question} Say --yes where nobody can be asked`);
      const answer = await typed(`${question} [y/N] `, { isHidden: false });
      if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError(STOPPED);
    },
    readInput: () => text(input),
  };
}
