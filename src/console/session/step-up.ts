import { ApiError } from '#console/api/api-error.ts';
import { readReply } from '#console/api/client.ts';
import { isStepUpRequired } from '#console/api/explain.ts';
import { sendHttp } from '#console/api/http.ts';
import { requestUrl } from '#console/api/request-url.ts';
import { issueIdToken } from '#contract/advocacy/oauth.ts';
import type { Session } from './session.ts';
import { remaining } from './tokens.ts';

/** How long a confirmation counts (advocacy.md, Limits): 15 minutes, in ms. */
const ID_TOKEN_LIFETIME_MS = 15 * 60_000;
/** A confirmation with less than this left is not begun a write with, in ms. */
const MARGIN_MS = 5000;

interface Confirmation {
  readonly idToken: string;
  /** The access token that it is bound to. */
  readonly accessToken: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

export interface StepUpState {
  /** A write waits for the password. */
  readonly asking: boolean;
  /** Until when the person has confirmed it's them, in ms since 1970. */
  readonly confirmedUntil: number | undefined;
}

/** The confirmation of the password that sensitive writes need (DESIGN.md, Step-up). */
export interface StepUp {
  readonly getState: () => StepUpState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Runs a write that takes an id_token. Asks the person for the password where there is none,
   * once for all writes that wait; where the service refuses the token, asks once more and repeats.
   *
   * @throws {DOMException} AbortError when the person cancels
   */
  withIdToken<Result>(write: (idToken: string) => Promise<Result>): Promise<Result>;
  /** The password that the dialog was given. @throws {ApiError} why it doesn't do */
  confirm(password: string): Promise<void>;
  cancel(): void;
}

/** @param baseUrl the advocacy service's, absolute */
export function createStepUp(session: Session, baseUrl: string): StepUp {
  const listeners = new Set<() => void>();
  let state: StepUpState = { asking: false, confirmedUntil: undefined };
  let confirmation: Confirmation | undefined;
  let asked: PromiseWithResolvers<Confirmation> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function announce() {
    state = { asking: asked !== undefined, confirmedUntil: confirmation?.expiresAt };
    for (const listener of listeners) listener();
  }

  function remember(next: Confirmation | undefined) {
    clearTimeout(expiry);
    confirmation = next;
    if (next) expiry = setTimeout(() => forget(next), next.expiresAt - Date.now() - MARGIN_MS);
    announce();
  }

  function forget(used: Confirmation) {
    if (confirmation === used) remember(undefined);
  }

  function confirmed(): Promise<Confirmation> {
    // A new access token needs a new confirmation.
    if (confirmation && confirmation.accessToken !== session.current()?.accessToken) {
      remember(undefined);
    }
    if (confirmation) return Promise.resolve(confirmation);
    if (!asked) {
      asked = Promise.withResolvers();
      announce();
    }
    return asked.promise;
  }

  async function issue(accessToken: string, password: string): Promise<Confirmation> {
    const askedAt = Date.now();
    const answer = await sendHttp({
      method: issueIdToken.method,
      url: requestUrl(baseUrl, issueIdToken, {}, {}),
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ password }),
    });
    const reply = readReply(issueIdToken, answer);
    const expiresAt = askedAt + reply.expires_in * 1000;
    return { idToken: reply.id_token, accessToken, expiresAt };
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async withIdToken(write) {
      const first = await confirmed();
      try {
        return await write(first.idToken);
      } catch (error) {
        if (!isStepUpRequired(error)) throw error;
        forget(first);
        const second = await confirmed();
        return write(second.idToken);
      }
    },
    async confirm(password) {
      // The confirmation ends with its access token, so that one has to last as long.
      const tokens = await session.access(ID_TOKEN_LIFETIME_MS);
      const next = await issue(tokens.accessToken, password).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        const { accessToken } = await session.renew(tokens.accessToken);
        return issue(accessToken, password);
      });
      session.keepAccessToken(Math.min(next.expiresAt, Date.now() + remaining(tokens)));
      const waiting = asked;
      asked = undefined;
      remember(next);
      waiting?.resolve(next);
    },
    cancel() {
      const waiting = asked;
      asked = undefined;
      announce();
      waiting?.reject(new DOMException('The password was not confirmed', 'AbortError'));
    },
  };
}
