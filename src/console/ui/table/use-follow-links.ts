import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * Makes plain links inside an element navigate with the router. One handler for a long table: a router
 * `Link` in each row would render again on every change of the URL.
 *
 * @returns props for the element
 */
export function useFollowLinks() {
  const navigate = useNavigate();
  function onClick(event: MouseEvent<HTMLElement>) {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isOurs = link?.origin === location.origin && link.target === '' && link.download === '';
    if (!isOurs) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }
  return { onClick };
}
