import { type To, useNavigate } from 'react-router';

/**
 * Closes a side panel by showing the page below it, in the place of the panel's history entry. The page
 * is rendered immediately, so that the next key or click reaches the page and not the panel.
 *
 * @param to the page's address
 */
export function useClosePanel(to: To, state?: unknown): () => void {
  const navigate = useNavigate();
  return () => void navigate(to, { replace: true, state, flushSync: true });
}
