import { useCheapHashing } from '#platform/security/passwords.ts'

// What a password costs is looked at in a process of its own; here it would be a tenth of all the work.
useCheapHashing()
