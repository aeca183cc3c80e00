// `exactOptionalPropertyTypes` tells a member that is undefined from a member that is absent.

type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The object with only the members that have a value. */
export const withoutUndefined = <T extends object>(members: T): WithoutUndefined<T> =>
  // A cast: the filter is what the type says.
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
