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

/** The marks of networks, by account type, drawn on a 24 px grid. */
const PATHS: Readonly<Record<string, string>> = {
  bluesky: siBluesky.path,
  facebook: siFacebook.path,
  instagram: siInstagram.path,
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
