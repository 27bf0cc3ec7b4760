import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConfig } from '#console/session/session-context.ts';
import type { ConnectOutcome } from './connect-message.ts';

export interface ConnectReturn {
  readonly outcome: ConnectOutcome;
  /** The `ConnectTarget`, as it was stored. */
  readonly target: unknown;
}

/** The location state on return from a connection by redirect. */
export interface ConnectReturnState {
  readonly connected: ConnectReturn;
}

/** The advocacy service's origin, which sends the results. */
export function useMessageOrigin(): string {
  return new URL(useConfig().advocacy.baseUrl, location.origin).origin;
}

/**
 * The outcome of connecting by redirect, on the page where connecting began. Clears the location
 * state, so that going back or reloading doesn't return it again.
 */
export function useConnectReturn(): ConnectReturn | undefined {
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => (state as ConnectReturnState | null)?.connected);
  const clearState = useEffectEvent(() => {
    void navigate({ pathname, search, hash }, { replace: true, state: null });
  });
  useEffect(() => {
    if (returned) clearState();
  }, [returned]);
  return returned;
}
