import {
  Admin,
  Datagrid,
  DateField,
  FunctionField,
  List,
  NumberField,
  Pagination,
  Resource,
  TextArrayField,
  TextField,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { dataProvider } from './data-provider.ts';

const perPage = Number(new URLSearchParams(location.search).get('rows') ?? 100);

interface Member {
  first_name: string;
  last_name: string;
}

/** The columns of Patron's members page. */
function MembersList() {
  return (
    <List
      perPage={perPage}
      pagination={<Pagination rowsPerPageOptions={[100, 1000]} />}
      exporter={false}
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
      </Datagrid>
    </List>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="members" list={MembersList} />
  </Admin>,
);
