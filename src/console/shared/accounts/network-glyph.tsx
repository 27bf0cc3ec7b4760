import { Server } from 'lucide-react';
import {
  siBluesky,
  siFacebook,
  siInstagram,
  siMastodon,
  siPinterest,
  siReddit,
  siShopify,
  siSnapchat,
  siThreads,
  siTiktok,
  siTumblr,
  siTwitch,
  siVimeo,
  siX,
  siYoutube,
} from 'simple-icons';
import styles from './account-avatar.module.css';

/** The letters "in": the package has no mark of LinkedIn. */
const LINKEDIN =
  'M3 9h4v12H3zM5 3a2.2 2.2 0 1 1 0 4.4A2.2 2.2 0 0 1 5 3zM9.5 9h3.8v1.7c.6-1.1 1.9-2 3.7-2 3.6 0 4.5 2.3 4.5 5.4V21h-4v-6.2c0-1.5-.3-2.8-2-2.8s-2 1.3-2 2.8V21h-4z';

/** The marks of networks, by account type, drawn on a 24 px grid. */
const PATHS: Readonly<Record<string, string>> = {
  bluesky: siBluesky.path,
  facebook: siFacebook.path,
  instagram: siInstagram.path,
  linkedin: LINKEDIN,
  mastodon: siMastodon.path,
  pinterest: siPinterest.path,
  reddit: siReddit.path,
  shopify: siShopify.path,
  snapchat: siSnapchat.path,
  threads: siThreads.path,
  tiktok: siTiktok.path,
  tumblr: siTumblr.path,
  twitch: siTwitch.path,
  vimeo: siVimeo.path,
  x: siX.path,
  youtube: siYoutube.path,
};

interface NetworkGlyphProps {
  /** The account type. */
  readonly type: string | undefined;
  /** Its name, which gives the glyph of networks without a mark its letter. */
  readonly label: string;
}

/** A network's mark in the text color. Its name has to be there as text too. */
export function NetworkGlyph({ type = '', label }: NetworkGlyphProps) {
  const path = PATHS[type];
  if (path !== undefined) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={styles.glyph}>
        <path d={path} />
      </svg>
    );
  }
  if (type === 'sftp') return <Server className={styles.glyph} />;
  return (
    <span
      aria-hidden="true"
      className={styles.letter}
      data-letter={label.trim().charAt(0).toUpperCase()}
    />
  );
}
