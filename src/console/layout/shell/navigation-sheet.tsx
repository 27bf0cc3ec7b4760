import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './navigation-sheet.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on small screens: over the page, gone once a link was followed. */
export function NavigationSheet({ onClose }: { readonly onClose: () => void }) {
  const { pathname } = useLocation();
  const openedAt = useRef(pathname);
  useEffect(() => {
    if (pathname !== openedAt.current) onClose();
  }, [pathname, onClose]);
  return (
    <Modal aria-label="Menu" className={styles.sheet} onClose={onClose}>
      <Sidebar />
    </Modal>
  );
}
