import type { APIResponse } from '@playwright/test';

/** @throws what the service says, unless the request succeeded */
export async function expectSuccess(answer: APIResponse): Promise<void> {
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}
