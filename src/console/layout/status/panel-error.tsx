import { useEffect } from 'react';
import { useLocation, useNavigate, useResolvedPath } from 'react-router';
import { LOAD_ERROR } from '#console/layout/lazy-boundary.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';

/** In place of a side panel that failed: a toast reports it, and the page below stays. */
export function PanelError() {
  const { showError } = useToast();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { pathname } = useResolvedPath('..');
  useEffect(() => {
    showError(LOAD_ERROR);
    void navigate({ pathname, search }, { replace: true });
  }, [showError, navigate, pathname, search]);
  return null;
}
