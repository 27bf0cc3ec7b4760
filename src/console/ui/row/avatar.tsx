import { initials } from '#console/lib/format/initials.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The name of a person. */
  readonly name: string;
  readonly size?: 24 | 32;
}

/** The initials of a person, beside their name. */
export function Avatar({ name, size = 24 }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      data-size={size}
      data-initials={initials(name)}
    />
  );
}
