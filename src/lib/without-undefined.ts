// `exactOptionalPropertyTypes` tells a member that is undefined from a member that is absent.

type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The object with only the members that have a value. In a loop: Object.fromEntries takes five times as long. */
export function withoutUndefined<const T extends object>(members: T): WithoutUndefined<T> {
  const given: Record<string, unknown> = {};
  for (const name in members) if (members[name] !== undefined) given[name] = members[name];
  // A cast: the loop does what the type says.
  return given as WithoutUndefined<T>;
}
