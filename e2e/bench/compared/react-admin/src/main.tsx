import {
  Admin,
  Datagrid,
  DateField,
  FunctionField,
  List,
  NumberField,
  Pagination,
  Resource,
  SelectInput,
  TextArrayField,
  TextField,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { dataProvider } from './data-provider.ts';
import { MemberMenu } from './member-menu.tsx';

const perPage = Number(new URLSearchParams(location.search).get('rows') ?? 100);

interface Member {
  first_name: string;
  last_name: string;
}

const STATUSES = [
  { id: 'active', name: 'Active' },
  { id: 'blocked', name: 'Blocked' },
  { id: 'opted_out', name: 'Opted out' },
];
const filters = [
  <SelectInput key="status" source="status" choices={STATUSES} alwaysOn />,
  <TextInput key="tags" source="tags" alwaysOn />,
];
/** The other pages that Patron's sidebar leads to. */
const OTHERS = [
  'overview',
  'accounts',
  'boards',
  'domains',
  'email-templates',
  'activities',
  'webhooks',
  'security',
  'profile',
];

/** The columns, filters and row menus of Patron's members page. */
function MembersList() {
  return (
    <List
      perPage={perPage}
      pagination={<Pagination rowsPerPageOptions={[100, 1000]} />}
      exporter={false}
      filters={filters}
    >
      <Datagrid bulkActionButtons={false}>
        <FunctionField<Member>
          label="Name"
          render={(member) => `${member.first_name} ${member.last_name}`}
        />
        <TextField source="member_id" />
        <TextField source="email_address" />
        <TextField source="tier_info.loyalty_tier_name" label="Tier" />
        <NumberField source="available_points" />
        <TextArrayField source="member_tags" label="Tags" size="small" />
        <TextField source="member_status" />
        <DateField source="enrollment_date" />
        <MemberMenu />
      </Datagrid>
    </List>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="members" list={MembersList} />
    {OTHERS.map((name) => (
      <Resource key={name} name={name} list={() => null} />
    ))}
  </Admin>,
);
