const users = ['student', 'teacher', 'admin', 'account_user']
const staff = ['teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  askQuestion: users,
  listMyQuestions: users,
  rateAnswer: users,
  recommendTopics: users,
  getAssistantPreferences: users,
  updateAssistantPreferences: users,
  getAssistant: users,
  listCourseQuestions: staff,
  setCorrection: staff,
  deleteCorrection: staff,
  getCourseAssistant: staff,
  updateCourseAssistant: staff,
  getAssistantSettings: admins,
  updateAssistantSettings: admins,
}
