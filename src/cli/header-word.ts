// What may stand in an HTTP header: one word of plain characters, of a length that no ID or key passes.

export const headerWord = /^[\x21-\x7e]{1,512}$/;
