import { ResponseBodyError } from 'oauth4webapi';
import { ProviderError } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';

/** What failed, without the error's message, which can quote a token. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message;
  if (error instanceof ResponseBodyError)
    return `status ${error.status}, ${error.error.slice(0, 60)}`;
  const parts = [error, (error as Error).cause].flatMap((each) => {
    if (!(each instanceof Object)) return [];
    const { name, code, claim } = each as { name?: unknown; code?: unknown; claim?: unknown };
    return [name, code, claim];
  });
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}
