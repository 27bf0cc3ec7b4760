import type { ComponentProps } from 'react';
import type { MembersView } from '#console/features/members/members-view.ts';
import type { CursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { MemberFilters } from './filters/member-filters.tsx';
import type { useDisplayOptions } from './view-options/display-options.ts';
import styles from './view-options/view-options.module.css';
import { DisplayMenu, ViewsMenu } from './view-options/views-menu.tsx';

interface MembersToolbarProps extends Omit<ComponentProps<typeof MemberFilters>, 'pages'> {
  readonly pages: CursorPages<MembersView>;
  readonly display: ReturnType<typeof useDisplayOptions>;
  readonly defaultDensity: 'normal' | 'compact';
  /** Whether the list has views, and columns to choose. */
  readonly hasTools: boolean;
}

export function MembersToolbar(props: MembersToolbarProps) {
  const { display, defaultDensity, hasTools, ...filters } = props;
  return (
    <div className={styles.toolbar}>
      <MemberFilters {...filters} />
      {hasTools && (
        <span className={styles.menus}>
          <ViewsMenu
            view={filters.pages.view}
            display={display.options}
            onChange={filters.pages.change}
            onDisplayChange={display.onChange}
          />
          <DisplayMenu {...display} defaultDensity={defaultDensity} />
        </span>
      )}
    </div>
  );
}
