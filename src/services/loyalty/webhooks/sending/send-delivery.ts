import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { webhookSecretContext } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import type { Attempt } from './delivery-attempts.ts';
import { type EncryptedKeys, findKeys } from './encrypted-keys.ts';
import type { AttemptResult, WebhookPoster } from './post-webhook.ts';
import type { RequestBody } from './request-body.ts';
import { type SigningKeys, signWebhook } from './sign-webhook.ts';

export interface Sent {
  result: AttemptResult;
  /** The nonce and the signatures that were sent; null if nothing was sent. */
  headers: Record<string, string> | null;
}

/** Sends a request, signed with the secret in force and, while one replaces it, with the other one. */
export async function sendDelivery(
  dependencies: WebhookDependencies,
  poster: WebhookPoster,
  attempt: Attempt,
  { parts }: RequestBody,
): Promise<Sent> {
  const keys = decryptKeys(dependencies, attempt, attempt);
  if (keys === undefined) {
    return {
      result: { status: null, error: "The webhook's secret can't be decrypted" },
      headers: null,
    };
  }
  const send = async (signing: SigningKeys): Promise<Sent> => {
    const headers = signWebhook(parts, signing, dependencies.clock.now());
    return { result: await poster.post(attempt.url, parts, headers), headers };
  };
  const sent = await send(keys);
  if (!isRejected(sent.result)) return sent;
  // The receiver may check the documented header alone, and know the other secret already: also one that was
  // created after the attempt started.
  const present = await findKeys(dependencies.db, attempt.targetId, dependencies.clock.now());
  const { secret, other } = (present && decryptKeys(dependencies, attempt, present)) ?? keys;
  const untried = [secret, other].find((key) => key !== undefined && key !== keys.secret);
  return untried === undefined ? sent : send({ secret: untried, other: keys.secret });
}

function decryptKeys(
  dependencies: WebhookDependencies,
  attempt: Attempt,
  { encryptedSecret, otherEncryptedSecret }: EncryptedKeys,
): SigningKeys | undefined {
  const secret = decryptSecret(dependencies, attempt, encryptedSecret);
  if (secret === undefined) return undefined;
  if (otherEncryptedSecret === null) return { secret };
  return { secret, other: decryptSecret(dependencies, attempt, otherEncryptedSecret) };
}

const isRejected = ({ status }: AttemptResult) =>
  status !== null && status >= 400 && status < 500 && status !== 429;

/** Undefined if it was encrypted with a key that this deployment doesn't have. */
function decryptSecret(
  { encryption, log }: WebhookDependencies,
  { programId, targetId }: Attempt,
  encryptedSecret: string,
): string | undefined {
  try {
    return encryption.decrypt(encryptedSecret, webhookSecretContext(programId));
  } catch (error) {
    log.error({ err: error, programId, targetId }, "webhook secret can't be decrypted");
    return undefined;
  }
}
