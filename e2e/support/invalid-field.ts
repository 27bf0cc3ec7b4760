/** The response of a service that doesn't accept the value of an attribute. */
export function invalidField(name: string) {
  const error = {
    status: '422',
    detail: 'Is not valid',
    source: { pointer: `/data/attributes/${name}` },
  };
  return { status: 422, json: { errors: [error] } };
}
