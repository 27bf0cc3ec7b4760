import './styles/console.css';
import { startConsole } from './startup/start-console.tsx';
// The styles of controls that nearly all pages have come with the shell, in the order in which the controls import
// each other: the later of two rules wins.
import './ui/overlay/confirm-dialog.module.css';
import './ui/tone-icon.module.css';
import './ui/page/banner.module.css';
import './ui/page/list-states.module.css';
import './ui/page/page-header.module.css';
import './ui/page/page-stack.module.css';
import './ui/tag.module.css';
import './ui/status-dot.module.css';
import './ui/table/data-table.module.css';
import './ui/table/data-table-head.module.css';
import './ui/table/row-selection.module.css';
import './ui/table/row-cards.module.css';
import './ui/table/unreadable/unreadable-row.module.css';
import './ui/table/groups/row-groups.module.css';
import './ui/form/field.module.css';
import './ui/table/phone-header.module.css';
import './ui/table/tall-cards.module.css';
import './ui/pager/pager.module.css';
import './ui/filter/filter-chip.module.css';
import './ui/filter/search-field.module.css';
import './ui/filter/filter-choices.module.css';

void startConsole();
