/** One block of a stream of server-sent events. */
export interface ServerSentEvent {
  /** Its place in the stream, for `Last-Event-ID`; undefined where the block names none. */
  readonly id: string | undefined;
  /** `message` where the block names no other. */
  readonly name: string;
  /** Undefined for a block that only tells a place, or that the stream is alive. */
  readonly data: string | undefined;
}

/**
 * Reads server-sent events as their text arrives, in whatever pieces (HTML Standard, 9.2).
 *
 * @returns takes the next piece and gives the blocks that it completes
 */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let rest = '';
  return (text) => {
    // A lone carriage return may be half of a line's end: it waits for what follows.
    const whole = (rest + text).replaceAll('\r\n', '\n').replace(/\r(?!$)/g, '\n');
    const blocks = whole.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(parseBlock);
  };
}

function parseBlock(block: string): ServerSentEvent {
  let id: string | undefined;
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    // What begins with a colon is a comment: its field has no name.
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return { id, name, data: data.length > 0 ? data.join('\n') : undefined };
}
