import { isStepUpRequired } from '#console/api/errors/api-error.ts';
import type { Session } from '#console/session/session-model.ts';

/** A write doesn't start with a confirmation that expires within this time. */
const MARGIN_MS = 5000;

/** The result of `issueIdToken`. */
export interface Confirmation {
  readonly idToken: string;
  /** The access token that the id_token is bound to. */
  readonly accessToken: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

export interface StepUpState {
  /** The password dialog is open. */
  readonly isAsking: boolean;
  /** In ms since 1970. */
  readonly confirmedUntil: number | undefined;
}

export interface StepUp {
  readonly getState: () => StepUpState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Runs a write that requires an id_token. Asks for the password if there is no id_token, once for all
   * waiting writes. If the service rejects the token, asks again and repeats the write.
   *
   * @throws {DOMException} AbortError when the user cancels
   */
  withIdToken<Result>(write: (idToken: string) => Promise<Result>): Promise<Result>;
  /** The password was confirmed: runs the waiting writes. */
  confirm(confirmation: Confirmation): void;
  /** The user canceled: the waiting writes reject. */
  cancel(): void;
  /** Forgets the confirmation: the next write asks again. */
  end(): void;
}

/** Stores the confirmation in memory while its access token is valid. */
export function createStepUp(session: Session): StepUp {
  const listeners = new Set<() => void>();
  let state: StepUpState = { isAsking: false, confirmedUntil: undefined };
  let confirmation: Confirmation | undefined;
  let asked: PromiseWithResolvers<Confirmation> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function announce() {
    state = { isAsking: asked !== undefined, confirmedUntil: confirmation?.expiresAt };
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
      session.pinAccessToken(next.expiresAt);
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
    end: () => remember(undefined),
  };
}
