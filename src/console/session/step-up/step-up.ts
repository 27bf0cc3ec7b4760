import { isStepUpRequired } from '#console/api/errors/api-error.ts';
import type { Session } from '#console/session/session-model.ts';

/** A confirmation with less than this left is not begun a write with, in ms. */
const MARGIN_MS = 5000;

/** An id_token, from `issueIdToken`. */
export interface Confirmation {
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

/** The confirmation of the password that sensitive writes need. */
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
  /** The person has confirmed the password: all that waits goes on. */
  confirm(confirmation: Confirmation): void;
  /** The person won't: all that waits fails. */
  cancel(): void;
}

/** Keeps the confirmation in memory, for as long as its access token and its time last. */
export function createStepUp(session: Session): StepUp {
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
    confirm(next) {
      session.keepAccessToken(next.expiresAt);
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
