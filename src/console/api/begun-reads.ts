import { type HttpResponse, sendHttp } from './http.ts';

/** How long an answer waits for who asks for it, in ms; what is older is read anew. */
const KEEP_MS = 10_000;

/** By address. */
const begun = new Map<string, Promise<HttpResponse>>();

/** Begins a read that the page will ask for as soon as its code is there. */
export function beginRead(url: string, headers: Readonly<Record<string, string>>): void {
  const answer = sendHttp({ method: 'GET', url, headers });
  // Whoever takes it is told of its failure.
  answer.catch(() => {});
  begun.set(url, answer);
  setTimeout(() => begun.delete(url), KEEP_MS);
}

/** The read of this address that was begun, if any, for the first who asks for it. */
export function takeBegunRead(url: string): Promise<HttpResponse> | undefined {
  const answer = begun.get(url);
  begun.delete(url);
  return answer;
}
