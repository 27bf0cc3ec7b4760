import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** How long the last events may take to reach all streams. */
const LAST_EVENTS_MS = 20_000;

/** Event streams that stay open. */
interface EventStreams {
  /** Waits until each has received a number of events since it was opened, and closes them. */
  closeAfter(events: number): Promise<void>;
}

/**
 * Opens a team's event stream many times, alternately in each process.
 * @param onError called if a stream ends, or has an event twice, out of order or not at all
 */
export async function openEventStreams(
  urls: readonly string[],
  count: number,
  { accessToken, onError }: { accessToken: string; onError: (error: Error) => void },
): Promise<EventStreams> {
  const controller = new AbortController();
  const received = new Array<number>(count).fill(0);
  const open = async (_: unknown, index: number) => {
    const { statusCode, body } = await request(
      `${urls[index % urls.length]}/gateway/teams/1/webhook-events/stream`,
      { headers: { authorization: `Bearer ${accessToken}` }, signal: controller.signal },
    );
    if (statusCode !== 200) throw new Error(`The event stream responded ${statusCode}`);
    const read = async () => {
      let last = 0;
      let rest = '';
      for await (const chunk of body.setEncoding('utf8')) {
        const blocks = `${rest}${chunk}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const sequence = Number(/^event: .*\nid: (\d+)\n/.exec(block)?.[1] ?? 0);
          if (sequence === 0) continue;
          if (sequence <= last) onError(new Error(`Stream ${index}: ${sequence} after ${last}`));
          last = sequence;
          received[index] = (received[index] ?? 0) + 1;
        }
      }
      throw new Error(`Stream ${index} has ended`);
    };
    read().catch((error: Error) => {
      if (!controller.signal.aborted) onError(error);
    });
  };
  await Promise.all(received.map(open));
  return {
    async closeAfter(events) {
      const end = performance.now() + LAST_EVENTS_MS;
      const isComplete = () => received.every((count) => count === events);
      while (!isComplete() && performance.now() < end) await sleep(100);
      if (!isComplete()) {
        const counts = `${Math.min(...received)} to ${Math.max(...received)}`;
        onError(new Error(`The streams have received ${counts} events instead of ${events}`));
      }
      controller.abort();
    },
  };
}
