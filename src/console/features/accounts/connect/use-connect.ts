import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConfig } from '#console/session/session-context.ts';
import type { ConnectOutcome } from './connect-message.ts';
import {
  type ConnectOptions,
  connectByRedirect,
  connectInWindow,
  openConnectPopup,
} from './connect-popup.ts';

/** The outcome of connecting by redirect. */
export interface ConnectReturn {
  readonly outcome: ConnectOutcome;
  /** The `ConnectTarget`, as it was stored. */
  readonly target: unknown;
}

/** The location state on return from a connection by redirect. */
export interface ConnectReturnState {
  readonly connected: ConnectReturn;
}

type Options = Omit<ConnectOptions, 'messageOrigin'>;

/** Opens the network's page in a popup or in this tab. */
export function useConnect() {
  const { advocacy } = useConfig();
  const messageOrigin = new URL(advocacy.baseUrl, location.origin).origin;
  return {
    openConnectPopup: (options: Options) => openConnectPopup({ ...options, messageOrigin }),
    connectInWindow: (popup: Window, options: Options & { keepsOpen: boolean }) =>
      connectInWindow(popup, { ...options, messageOrigin }),
    connectByRedirect,
  };
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
