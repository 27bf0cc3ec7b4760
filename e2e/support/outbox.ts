import { type APIRequestContext, expect } from '@playwright/test';

interface Message {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
}

/** Messages that were sent to an address or number, the newest first. */
export async function readOutbox(request: APIRequestContext, to: string): Promise<Message[]> {
  const answer = await request.get(`/demo/outbox?to=${encodeURIComponent(to)}`);
  const { data } = (await answer.json()) as { data: Message[] };
  return data;
}

/** Waits for the code of the newest of `count` messages to a number. */
export async function readCode(
  request: APIRequestContext,
  to: string,
  count: number,
): Promise<string> {
  let messages: Message[] = [];
  await expect(async () => {
    messages = await readOutbox(request, to);
    expect(messages).toHaveLength(count);
  }).toPass({ timeout: 15_000 });
  const code = /\d{6}/.exec(messages[0]?.text ?? '')?.[0];
  if (code === undefined) throw new Error('The message holds no code');
  return code;
}
