/** The members that are neither undefined nor false. */
export const present = <Member extends object | string>(
  ...members: readonly (Member | undefined | false)[]
): readonly Member[] => members.filter(member => member !== undefined && member !== false);
