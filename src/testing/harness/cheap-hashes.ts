import { useCheapHashing } from '#platform/security/passwords.ts'

// A separate process measures the cost of password hashes; here they would take a tenth of the time.
useCheapHashing()
