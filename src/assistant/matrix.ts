const users = ['student', 'teacher', 'admin', 'account_user']
const staff = ['teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  askCourse: users,
  listMyQuestions: users,
  judgeAnswer: users,
  recommendTopics: users,
  getAssistantChoices: users,
  updateAssistantChoices: users,
  getAssistant: users,
  listCourseQuestions: staff,
  correctAnswer: staff,
  deleteCorrection: staff,
  getCourseAssistant: staff,
  updateCourseAssistant: staff,
  getAssistantSettings: admins,
  updateAssistantSettings: admins,
}
