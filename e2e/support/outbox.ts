import { type APIRequestContext, expect } from '@playwright/test';

interface Message {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
}

/** Messages sent to an email address or phone number, newest first. */
export async function readOutbox(
  request: APIRequestContext,
  to: string,
  patronUrl = '',
): Promise<Message[]> {
  const response = await request.get(`${patronUrl}/demo/outbox?to=${encodeURIComponent(to)}`);
  const { data } = (await response.json()) as { data: Message[] };
  return data;
}

/** Waits until `count` messages were sent to a number, and returns the code in the newest one. */
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
  if (code === undefined) throw new Error('The message contains no code');
  return code;
}
