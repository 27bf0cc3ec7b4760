interface StreamMessage {
  event: string | undefined;
  id: string | undefined;
  data: string;
}

export interface StreamReader {
  status: number;
  headers: Headers;
  /** Complete messages so far. */
  messages: StreamMessage[];
  /** Comments so far. */
  comments: string[];
  /** The id that a reconnect would send. */
  lastEventId: () => string | undefined;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  disconnect(): void;
}

/** Reads server-sent events like a browser: a block without data is not a message, but sets the id. */
export async function readStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<StreamReader> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const reader: StreamReader = {
    status: response.status,
    headers: response.headers,
    messages: [],
    comments: [],
    lastEventId: () => lastEventId,
    ended: Promise.resolve(),
    disconnect: () => controller.abort(),
  };
  let lastEventId: string | undefined;
  const readBlock = (block: string) => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const at = line.indexOf(': ');
      if (line.startsWith(':')) reader.comments.push(line.slice(2));
      else fields.set(line.slice(0, at), line.slice(at + 2));
    }
    lastEventId = fields.get('id') ?? lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    reader.messages.push({ event: fields.get('event'), id: fields.get('id'), data });
  };
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${chunk}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) readBlock(block);
    }
  };
  reader.ended = read().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return reader;
}
