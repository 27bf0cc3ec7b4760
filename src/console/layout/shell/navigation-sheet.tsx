import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './navigation-sheet.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on small screens: over the page, gone once a link was followed. */
export function NavigationSheet({ onClose }: { readonly onClose: () => void }) {
  // A link to the current page only removes its filters: the path stays.
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Modal aria-label="Menu" className={styles.sheet} onClose={onClose}>
      <Sidebar />
    </Modal>
  );
}
