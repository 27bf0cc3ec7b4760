import { useCurrentUser } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { forgetMessages } from './notifications/stored-notifications.ts';
import { forgetPages } from './recent-pages.ts';

/** Signs the user out, and forgets the names of members that this browser has stored for them. */
export function useSignOut(): () => void {
  const session = useSession();
  const userId = useCurrentUser().data?.id;
  return () => {
    if (userId !== undefined) {
      forgetPages(userId);
      forgetMessages(userId);
    }
    void session.signOut();
  };
}
