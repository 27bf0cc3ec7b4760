import { useNavigate } from 'react-router';
import type { ToastAction } from './toast-viewport.tsx';

/** The toast action "View", for the address of what the toast is about. */
export function useViewAction(): (to: string) => ToastAction {
  const navigate = useNavigate();
  return (to) => ({ label: 'View', to, onSelect: () => void navigate(to) });
}
