import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '#services/platform/environment.ts';

/** Longer than each of the time limits inside a check. */
const CHECK_TIMEOUT_MS = 20_000;

export interface Finding {
  /** A problem stops users or data; a warning may be intended. */
  status: 'ok' | 'warning' | 'problem';
  result: string;
  /** The next step for the operator. */
  advice?: string | undefined;
}

export interface Check {
  name: string;
  run(): Promise<Finding>;
}

/** Runs a check for a limited time. An error that it doesn't expect is a problem too. */
export async function runCheck(
  run: Check['run'],
  redact: (text: string) => string,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<Finding> {
  const abort = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: abort.signal, ref: false }).then(
    (): Finding => ({ status: 'problem', result: `No result within ${timeoutMs / 1000} s` }),
    (): Finding => ({ status: 'problem', result: 'Aborted' }),
  );
  const finding = await Promise.race([run().catch(toFinding), timeout]);
  abort.abort();
  const { status, result, advice } = finding;
  return { status, result: redact(result), advice: advice && redact(advice) };
}

function toFinding(error: unknown): Finding {
  return { status: 'problem', result: reasonOf(error) };
}

/** The first line of an error's message, or of its cause's. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as NodeJS.ErrnoException;
  return error.message.split('\n')[0] || code || error.name;
}

/** Replaces the secrets of the settings in texts of other servers and libraries. */
export function createRedaction(environment: Environment): (text: string) => string {
  const urls = [environment.databaseUrl, environment.smtpUrl, environment.phoneUrl];
  const secrets = urls.flatMap((url) => {
    if (url === undefined) return [];
    const { password, search } = new URL(url);
    return [url, password, decodeURIComponent(password), search];
  });
  if (environment.metricsToken) secrets.push(environment.metricsToken);
  if (environment.oidc?.clientSecret) secrets.push(environment.oidc.clientSecret);
  const shown = secrets.filter((secret) => secret.length > 0);
  const patterns = shown.map(asPattern);
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, '***'), text);
}

/** A short password, or one of letters only, is a part of many words, and so is hidden only by itself. */
function asPattern(secret: string): RegExp {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (secret.length >= 8 && /[^\p{L}]/u.test(secret)) return new RegExp(escaped, 'gu');
  const before = /^[\p{L}\p{N}]/u.test(secret) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(secret) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`${before}${escaped}${after}`, 'gu');
}
