/** One block of a server-sent event stream. */
export interface ServerSentEvent {
  /** For `Last-Event-ID`; undefined if the block has none. */
  readonly id: string | undefined;
  /** The event type; `message` by default. */
  readonly name: string;
  /** Undefined for a block with only an id, or a heartbeat. */
  readonly data: string | undefined;
}

/**
 * Parses server-sent events from chunks of text (HTML Standard, 9.2). Unlike other parsers it also
 * returns blocks without data, which carry positions and heartbeats.
 *
 * @returns a function that takes the next chunk and returns the blocks that it completes
 */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let rest = '';
  return (text) => {
    // A carriage return at the end may be half of a CRLF: wait for the next chunk.
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
    // A line that starts with a colon is a comment: its field name is empty.
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return { id, name, data: data.length > 0 ? data.join('\n') : undefined };
}
