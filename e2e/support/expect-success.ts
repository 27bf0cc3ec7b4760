import type { APIResponse } from '@playwright/test';

/** @throws {Error} with the status and body, unless the request succeeded */
export async function expectSuccess(response: APIResponse): Promise<void> {
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
}
