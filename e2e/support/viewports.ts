/** A desk. */
export const DESK = { width: 1440, height: 900 };
/** A phone, on which the navigation is a sheet and tables are cards. */
export const PHONE = { width: 390, height: 844 };
