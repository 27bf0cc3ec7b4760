import { createContext, useContext, useSyncExternalStore } from 'react';
import { isDecidedByMembership } from '#console/api/sections.ts';
import type { Connection } from '#console/lib/connection.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { Session, SessionState } from './session-model.ts';
import type { StepUp, StepUpState } from './step-up/step-up.ts';

interface SessionContextValue {
  readonly config: ConsoleConfig;
  readonly connection: Connection;
  readonly session: Session;
  readonly stepUp: StepUp;
  /** Objects that live as long as the session, by their keys. */
  readonly owned: Map<string, unknown>;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('This hook is only available inside SessionContext');
  return value;
}

export function useConfig(): ConsoleConfig {
  return useSessionContext().config;
}

/** What people call the OpenID provider that they sign in with. */
export function useProviderName(): string {
  return useConfig().extensions?.account?.provider?.name ?? 'single sign-on';
}

export function useConnection(): Connection {
  return useSessionContext().connection;
}

/**
 * An object that outlives the component that uses it first: an open window, a queue. Every component that
 * uses the key gets the same one.
 */
export function useSessionOwned<T>(key: string, create: () => T): T {
  const { owned } = useSessionContext();
  if (!owned.has(key)) owned.set(key, create());
  return owned.get(key) as T;
}

export function useSession(): Session {
  return useSessionContext().session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** `withIdToken` runs writes that need a confirmed password. */
export function useStepUp(): StepUp {
  return useSessionContext().stepUp;
}

export function useStepUpState(): StepUpState {
  const stepUp = useStepUp();
  return useSyncExternalStore(stepUp.subscribe, stepUp.getState);
}

/** Undefined until the session has started. */
export function useGrantedScopes(): readonly string[] | undefined {
  const state = useSessionState();
  return state.status === 'signed-in' ? state.scopes : undefined;
}

/**
 * `scope` if the session doesn't have it; undefined if it does, if none is needed, or while that isn't
 * known.
 */
export function useMissingScope(scope: string): string | undefined {
  const granted = useGrantedScopes();
  const { scopes } = useConfig().advocacy;
  if (!granted || granted.includes(scope)) return undefined;
  return isDecidedByMembership(scope, scopes) ? undefined : scope;
}
