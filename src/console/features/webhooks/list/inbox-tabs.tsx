import { Link } from 'react-router';
import {
  type InboxList,
  otherListSearch,
  type WebhooksView,
  webhooksSearch,
} from '#console/features/webhooks/webhooks-view.ts';
import styles from './inbox-tabs.module.css';

const LISTS: readonly { readonly list: InboxList; readonly name: string }[] = [
  { list: 'events', name: 'Events' },
  { list: 'requests', name: 'Requests' },
];

/** Links to the two lists of the inbox. They keep the filters that both lists have. */
export function InboxTabs({ view }: { readonly view: WebhooksView }) {
  return (
    <nav aria-label="Lists" className={styles.tabs}>
      {LISTS.map(({ list, name }) => (
        <Link
          key={list}
          to={{ search: list === view.list ? webhooksSearch(view) : otherListSearch(view, list) }}
          aria-current={list === view.list ? 'page' : undefined}
          className={styles.tab}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
