import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConfig } from '#console/session/session-context.ts';
import type { ConnectReturnState } from './connect-message.ts';
import type { ConnectOptions, ConnectOutcome } from './connect-popup.ts';
import { connectByRedirect, openConnectPopup } from './connect-popup.ts';

type Begin = Pick<ConnectOptions, 'type' | 'fetchUrl' | 'signal' | 'onBlocked'>;

/** The two ways to connect an account at a third party; see connect-popup.ts. */
export function useConnect() {
  const { advocacy } = useConfig();
  const messageOrigin = new URL(advocacy.baseUrl, location.origin).origin;
  return {
    openConnectPopup: (begin: Begin): Promise<ConnectOutcome> =>
      openConnectPopup({ ...begin, messageOrigin }),
    connectByRedirect,
  };
}

/**
 * What came of connecting an account by redirect, for the page that the person left and is back
 * on. It is told once: going back or reloading doesn't tell it again.
 */
export function useConnectReturn(): ConnectOutcome | undefined {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [outcome] = useState(() => (state as ConnectReturnState | null)?.connected);
  useEffect(() => {
    if (outcome) navigate(pathname + search, { replace: true, state: null });
  }, [outcome, navigate, pathname, search]);
  return outcome;
}
